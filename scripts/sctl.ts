import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const SCTL = resolve('dist/sctl/sctl.js');

/** How one run of the `sctl` command ended. */
export interface CommandResult {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built `sctl` command to its end. */
export function runSctl(args: readonly string[], env = process.env): Promise<CommandResult> {
  return new Promise((done) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [SCTL, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      done({ code, stdout, stderr });
    });
  });
}

/** An `sctl` command that runs for a while. */
export class RunningSctl {
  readonly #process: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = '';
  #stderr = '';
  /** How it ended. */
  readonly result: Promise<CommandResult>;

  /**
   * Starts the command in a process group of its own, so that a Ctrl-C in the terminal does not reach it.
   * @param launcher words before it, for a command that runs another.
   */
  constructor(args: readonly string[], env = process.env, launcher: readonly string[] = []) {
    const [program = '', ...words] = [...launcher, process.execPath, SCTL, ...args];
    this.#process = spawn(program, words, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#process.stdout?.on('data', (chunk) => {
      this.#stdout += chunk;
      this.#look();
    });
    this.#process.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
      this.#look();
    });
    this.result = once(this.#process, 'close').then(([code]) => ({
      code,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** The ID of its process. */
  get pid(): number {
    if (this.#process.pid === undefined) throw new Error('The command did not start');
    return this.#process.pid;
  }

  /**
   * Waits until the command has printed what matches, on either stream.
   * @throws Error with what it printed when it ends before.
   */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, fail) => {
      const look = () => {
        const match = pattern.exec(this.#stdout) ?? pattern.exec(this.#stderr);
        if (match === null) return;
        this.#watchers.delete(look);
        found(match);
      };
      this.#watchers.add(look);
      this.result.then(({ stdout, stderr }) => fail(new Error(`${stdout}${stderr}`.trim())));
      look();
    });
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<CommandResult> {
    this.#process.kill(signal);
    return this.result;
  }

  #look(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
