import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, RunningSctl, runSctl } from '../../scripts/sctl.ts';

/** A real daemon in a process and data folder of its own, and the `sctl` command pointed at it. */
export class Daemon {
  readonly dataDir: string;
  /** `host:port`; stays the same over a restart. */
  address = '127.0.0.1:0';
  #serve: RunningSctl | undefined;

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Starts a daemon on a free port. */
  static async create(): Promise<Daemon> {
    const daemon = new Daemon(await mkdtemp(join(tmpdir(), 'sctl-e2e-daemon-')));
    await daemon.start();
    return daemon;
  }

  /** Starts the daemon (again) and waits until it listens. */
  async start(): Promise<void> {
    this.#serve = this.run('serve');
    const [address] = await this.#serve.printed(/127\.0\.0\.1:\d+/);
    this.address = address;
  }

  /** The ID of the daemon's process. */
  get pid(): number {
    if (this.#serve === undefined) throw new Error('The daemon does not run');
    return this.#serve.pid;
  }

  /** Ends the daemon's process and waits until it is gone. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#serve?.stop(signal);
    this.#serve = undefined;
  }

  /** Ends the daemon and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs `sctl` to its end. */
  sctl(...args: string[]): Promise<CommandResult> {
    return runSctl(args, this.#environment);
  }

  /** Runs `sctl` and returns its JSON; a failing command fails the test with its message. */
  async json<T = unknown>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.sctl(...args, '-o', 'json');
    if (code !== 0) throw new Error(`sctl ${args.join(' ')} exited with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Posts to the control API without the `sctl` command, as its rightful user. */
  async post(path: string, body: object): Promise<unknown> {
    const token = (await readFile(join(this.dataDir, 'control.token'), 'utf8')).trim();
    const response = await fetch(`http://${this.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sctl-control-token': token },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  /** Starts `sctl` and leaves it running. */
  run(...args: string[]): RunningSctl {
    return new RunningSctl(args, this.#environment);
  }

  /** Starts the daemon so that no file it writes may be larger than so many KiB, as on a disk that is full. */
  async startOnFullDisk(kibibytes: number): Promise<void> {
    this.#serve = this.runOnFullDisk(kibibytes, 'serve');
    const [address] = await this.#serve.printed(/127\.0\.0\.1:\d+/);
    this.address = address;
  }

  /** Starts `sctl` under such a limit. The limit holds for root as well, who may write to any folder. */
  runOnFullDisk(kibibytes: number, ...args: string[]): RunningSctl {
    return new RunningSctl(args, this.#environment, [
      'bash',
      '-c',
      `ulimit -f ${kibibytes}; exec "$@"`,
      'bash',
    ]);
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      SCTL_DATA_DIR: this.dataDir,
      SCTL_LISTEN_ADDRESS: this.address,
      SCTL_BROWSER: '',
    };
  }
}
