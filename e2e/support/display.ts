import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** An X display of the test's own, for Chrome's native dialogs, which a headless browser never shows. */
export class Display {
  readonly #process: ChildProcess;
  /** As in the DISPLAY variable. */
  readonly name: string;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    this.name = name;
  }

  static async create(): Promise<Display> {
    // It picks a free number itself and writes it to the given file descriptor.
    const process = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = await once(process.stdout, 'data');
    return new Display(process, `:${String(number).trim()}`);
  }

  /** Presses a key as a person at the keyboard would. */
  async press(key: string): Promise<void> {
    await this.#xdotool('key', '--clearmodifiers', key);
  }

  /** Holds a key down, so that it repeats. @returns what releases it. */
  async hold(key: string): Promise<() => Promise<void>> {
    await this.#xdotool('keydown', key);
    return () => this.#xdotool('keyup', key);
  }

  /** Clicks at a place of the screen. */
  click(x: number, y: number): Promise<void> {
    return this.#xdotool('mousemove', String(x), String(y), 'click', '1');
  }

  /** Clicks at a place again and again. */
  clickRepeatedly(
    x: number,
    y: number,
    { times, everyMs }: { times: number; everyMs: number },
  ): Promise<void> {
    const clicks = ['click', '--repeat', String(times), '--delay', String(everyMs), '1'];
    return this.#xdotool('mousemove', String(x), String(y), ...clicks);
  }

  async #xdotool(...args: string[]): Promise<void> {
    const env = { ...process.env, DISPLAY: this.name };
    await promisify(execFile)('xdotool', args, { env });
  }

  async dispose(): Promise<void> {
    const closed = once(this.#process, 'close');
    this.#process.kill();
    await closed;
  }
}
