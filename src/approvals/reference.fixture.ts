import type { ErrorCode } from '../../protocol/errors.ts';
import type { GatedMethodName } from '../../protocol/methods/index.ts';
import type { ApprovalStatus } from '../../shared/approvals.ts';

/** Milliseconds a request waits for its human. */
const DECISION_MS = 298_000;

interface Request {
  readonly callId: string;
  readonly kind: GatedMethodName;
  readonly connection: string | null;
  readonly deadline: number;
  status: ApprovalStatus;
  isAwaited: boolean;
  /** Which window carries it out: the first, the second, …; 0 for none. */
  window: number;
}

/**
 * What the queue should do, told as simply as possible: nothing is persisted, nothing waits, and the worker has no
 * death that matters between two steps but for the act it was in.
 */
export class Reference {
  requests: Request[] = [];
  readonly fates = new Map<string, 'ok' | ErrorCode>();
  readonly acts: string[] = [];
  now = 1_000_000;
  canAct = true;
  canOpenWindow = true;
  /** The window that is open: the first, the second, …; 0 for none. */
  window = 0;
  #windowsSoFar = 0;

  get statuses(): string[] {
    return this.requests.map(({ callId, status }) => `${callId} ${status}`);
  }

  get openCalls(): string[] {
    return this.requests.filter(({ isAwaited }) => isAwaited).map(({ callId }) => callId);
  }

  request(callId: string, kind: GatedMethodName, connection: string | null): void {
    const deadline = this.now + DECISION_MS;
    this.requests.push({ callId, kind, connection, deadline, status: 'pending', isAwaited: true, window: 0 });
    this.show();
  }

  show(): void {
    if (this.requests.length > 0 && this.window === 0 && this.canOpenWindow)
      this.window = ++this.#windowsSoFar;
  }

  approve(request: Request): void {
    if (this.window === 0 || request.status !== 'pending') return;
    request.status = 'executing';
    if (request.kind === 'extensions.uninstall') request.window = this.window;
    else if (this.canAct) this.#act(request);
  }

  releaseActs(): void {
    for (const request of this.requests) {
      if (request.kind === 'bookmarks.remove' && request.status === 'executing') this.#act(request);
    }
    this.#tidy();
  }

  reject(request: Request): void {
    if (this.window === 0 || request.status !== 'pending') return;
    this.#end(request, 'failed', 'USER_REJECTED');
    this.requests = this.requests.filter((other) => other !== request);
    this.#tidy();
  }

  dismiss(request: Request): void {
    if (this.window === 0 || request.status === 'pending' || request.status === 'executing') return;
    this.requests = this.requests.filter((other) => other !== request);
    this.#tidy();
  }

  finishInWindow(request: Request, code: ErrorCode): void {
    if (this.window === 0 || request.status !== 'executing' || request.kind !== 'extensions.uninstall')
      return;
    this.#end(request, 'failed', code);
    this.#tidy();
  }

  uninstalled(): void {
    for (const request of this.requests) {
      if (request.status === 'executing' && request.kind === 'extensions.uninstall')
        this.#end(request, 'done', 'ok');
    }
    this.#tidy();
  }

  cancel(request: Request): void {
    this.#letGo(request, 'cancelled');
    this.#tidy();
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
    for (const request of this.requests) {
      if (!request.isAwaited || request.deadline > this.now) continue;
      const canStillEnd = request.kind === 'bookmarks.remove' || request.window === this.window;
      const goesOn = request.status === 'executing' && canStillEnd;
      this.#end(request, goesOn ? 'executing' : 'expired', 'OPERATION_EXPIRED');
    }
    this.#tidy();
  }

  reconnect(connection: string | null): void {
    for (const request of this.requests) {
      if (request.connection !== connection) this.#letGo(request, 'voided');
    }
    this.#tidy();
  }

  restartWorker(): void {
    for (const request of this.requests) {
      if (request.status === 'executing' && request.kind === 'bookmarks.remove') {
        this.#end(request, 'failed', 'INTERNAL_ERROR');
      }
    }
    this.#tidy();
    if (this.requests.some(({ status }) => status === 'pending')) this.show();
  }

  closeWindow(): void {
    if (this.window === 0) return;
    this.window = 0;
    const left = this.requests.filter(({ status }) => status === 'pending');
    for (const request of left) this.#end(request, 'failed', 'USER_REJECTED');
    this.#tidy();
  }

  reload(): void {
    if (this.window === 0) return;
    this.window = 0;
    this.#tidy();
    this.show();
  }

  #act(request: Request): void {
    this.acts.push(request.callId);
    this.#end(request, 'done', 'ok');
  }

  #end(request: Request, status: ApprovalStatus, fate: 'ok' | ErrorCode): void {
    request.status = status;
    if (request.isAwaited) this.fates.set(request.callId, fate);
    request.isAwaited = false;
  }

  #letGo(request: Request, status: ApprovalStatus): void {
    if (!request.isAwaited) return;
    request.isAwaited = false;
    if (request.status === 'pending') request.status = status;
  }

  #tidy(): void {
    for (const request of this.requests) {
      const isInLostWindow = request.kind === 'extensions.uninstall' && request.window !== this.window;
      if (request.status === 'executing' && !request.isAwaited && isInLostWindow) request.status = 'voided';
    }
    if (this.window === 0) {
      this.requests = this.requests.filter(({ status }) => status === 'pending' || status === 'executing');
    }
    if (this.requests.length === 0) this.window = 0;
  }
}
