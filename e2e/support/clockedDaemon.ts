import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../daemon/clock.ts';
import { type Daemon, startDaemon } from '../../daemon/daemon.ts';

/** A daemon inside the test, whose clock can be put forward, for what takes minutes in life. */
export class ClockedDaemon {
  readonly #daemon: Daemon;
  readonly #dataDir: string;
  readonly #advance: (milliseconds: number) => void;

  private constructor(daemon: Daemon, dataDir: string, advance: (milliseconds: number) => void) {
    this.#daemon = daemon;
    this.#dataDir = dataDir;
    this.#advance = advance;
  }

  static async create(): Promise<ClockedDaemon> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sctl-e2e-clocked-'));
    let ahead = 0;
    const clock = { ...systemClock, now: () => Date.now() + ahead };
    const options = { dataDir, listenAddress: '127.0.0.1:0', version: '0.0.0' };
    const daemon = await startDaemon(options, { clock });
    return new ClockedDaemon(daemon, dataDir, (milliseconds) => {
      ahead += milliseconds;
    });
  }

  get address(): string {
    return this.#daemon.address;
  }

  /** Opens the pairing window and returns its code. */
  async enroll(): Promise<string> {
    const response = await fetch(`http://${this.address}/control/enroll`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sctl-control-token': (await readFile(join(this.#dataDir, 'control.token'), 'utf8')).trim(),
      },
      body: '{}',
    });
    const { result }: { result: { code: string } } = await response.json();
    return result.code;
  }

  /** Puts the daemon's clock forward. */
  advance(milliseconds: number): void {
    this.#advance(milliseconds);
  }

  async dispose(): Promise<void> {
    await this.#daemon.close();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
