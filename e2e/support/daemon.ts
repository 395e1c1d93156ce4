import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const SCTL = resolve('dist/sctl/sctl.js');

/** How one run of the `sctl` command ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `sctl` command, for those that wait. */
export class RunningCommand {
  readonly #process: ChildProcess;
  readonly result: Promise<CommandResult>;
  #stdout = '';
  #stderr = '';
  readonly #watchers = new Set<() => void>();

  constructor(process: ChildProcess) {
    this.#process = process;
    const collect = (add: (text: string) => void) => (chunk: Buffer) => {
      add(chunk.toString());
      for (const watcher of this.#watchers) watcher();
    };
    process.stdout?.on(
      'data',
      collect((text) => (this.#stdout += text)),
    );
    process.stderr?.on(
      'data',
      collect((text) => (this.#stderr += text)),
    );
    this.result = once(process, 'close').then(([code]) => ({
      code,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** Waits until the command has printed what matches, on either stream. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, fail) => {
      const look = () => {
        const match = pattern.exec(this.#stdout) ?? pattern.exec(this.#stderr);
        if (match === null) return;
        this.#watchers.delete(look);
        found(match);
      };
      this.#watchers.add(look);
      this.result.then(({ stdout, stderr }) =>
        fail(new Error(`Ended before ${pattern}: ${stdout}${stderr}`)),
      );
      look();
    });
  }

  interrupt(): void {
    this.#process.kill('SIGINT');
  }
}

/** A real daemon in a process and data folder of its own, and the `sctl` command pointed at it. */
export class Daemon {
  readonly dataDir: string;
  /** `host:port`; stays the same over a restart. */
  address = '127.0.0.1:0';
  #process: ChildProcess | undefined;

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
    const process = spawn(globalThis.process.execPath, [SCTL, 'serve'], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = process;
    const address = await firstMatch(process, /(\d+\.\d+\.\d+\.\d+:\d+)/);
    this.address = address;
  }

  /** Ends the daemon's process and waits until it is gone. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const closed = once(process, 'close');
    process.kill(signal);
    await closed;
  }

  /** Ends the daemon and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs `sctl` to its end. */
  async sctl(...args: string[]): Promise<CommandResult> {
    return new Promise((done) => {
      execFile(
        process.execPath,
        [SCTL, ...args],
        { env: this.environment, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
      );
    });
  }

  /** Runs `sctl` and returns its JSON; a failing command fails the test with its message. */
  async json<T = unknown>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.sctl(...args, '-o', 'json');
    if (code !== 0) throw new Error(`sctl ${args.join(' ')} exited with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts `sctl` and leaves it running. */
  run(...args: string[]): RunningCommand {
    return new RunningCommand(
      spawn(process.execPath, [SCTL, ...args], { env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  private get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      SCTL_DATA_DIR: this.dataDir,
      SCTL_LISTEN_ADDRESS: this.address,
      SCTL_BROWSER: '',
    };
  }
}

function firstMatch(process: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((found, fail) => {
    const seen: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        seen.push(line);
        const match = pattern.exec(line)?.[1];
        if (match !== undefined) found(match);
      });
    }
    process.once('close', (code) => fail(new Error(`The daemon exited with ${code}: ${seen.join('\n')}`)));
  });
}
