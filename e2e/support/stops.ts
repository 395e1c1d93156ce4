import { expect } from 'playwright/test';
import { type ApprovalScene, approveButton, rejectButton } from './approvalScene.ts';
import type { HandCall } from './handDaemon.ts';
import { ATTEMPT, PAUSE_IN_NEXT_LIFE, PAUSED_AT, type PausePoint, type Pausing } from './pausable/names.ts';

/** What the test build adds to the worker. */
declare const pausing: Pausing;

/** One way through the approval flow. */
export interface Journey {
  readonly name: string;
  /** What the human or the requester does about it, again and again until it is over. Nothing it does may fail. */
  readonly act: (scene: ApprovalScene, call: HandCall, items: number) => Promise<unknown>;
  /** Whether an answer is due at all. */
  readonly isAnswered: boolean;
}

const quickly = { timeout: 3_000 };
const ignore = () => undefined;

export const APPROVE: Journey = {
  name: 'approve',
  isAnswered: true,
  act: async (scene, _, items) => {
    for (const page of scene.windows()) await approveButton(page, items).click(quickly).catch(ignore);
  },
};

export const REJECT: Journey = {
  name: 'reject',
  isAnswered: true,
  act: async (scene) => {
    for (const page of scene.windows()) await rejectButton(page).click(quickly).catch(ignore);
  },
};

export const CLOSE: Journey = {
  name: 'close the window',
  isAnswered: true,
  act: async (scene) => {
    for (const page of scene.windows()) await page.close().catch(ignore);
  },
};

export const CANCEL: Journey = {
  name: 'withdraw',
  isAnswered: false,
  act: async (scene, call) => {
    if (call.pendingCount > 0 && !call.isWithdrawn) await scene.daemon.cancel(call);
  },
};

export const EXPIRE: Journey = {
  name: 'let it expire',
  isAnswered: true,
  act: async () => undefined,
};

/** Goes through a journey without a stop. @returns each call of Chrome that the worker made on the way. */
export async function record(scene: ApprovalScene, journey: Journey): Promise<PausePoint[]> {
  await arm(scene, null);
  let points: PausePoint[] = [];
  await travel(
    scene,
    journey,
    async () => undefined,
    async () => {
      points = await pointsPassed(scene);
    },
  );
  return points;
}

/** Both sides of each call that the worker made since it was armed. */
export async function pointsPassed(scene: ApprovalScene): Promise<PausePoint[]> {
  const calls = await scene.chrome.worker.evaluate(() => pausing.calls());
  return calls.flatMap((call) => (['before', 'after'] as const).map((when) => ({ ...call, when })));
}

/**
 * Goes through a journey whose worker is stopped at a point, and once more in its next life if `again` is given, and
 * checks that nothing was lost, doubled, or done without an approval.
 */
export async function stopAt(
  scene: ApprovalScene,
  journey: Journey,
  point: PausePoint,
  again: PausePoint | null = null,
): Promise<'stopped' | 'not reached'> {
  await arm(scene, point, again);
  let stops = 0;
  await travel(scene, journey, async () => {
    if (await stopWhenPaused(scene)) stops += 1;
  });
  return stops > 0 ? 'stopped' : 'not reached';
}

async function travel(
  scene: ApprovalScene,
  journey: Journey,
  betweenActs: () => Promise<void>,
  atEnd: () => Promise<void> = async () => undefined,
): Promise<void> {
  const ids = await scene.plant(3);
  scene.backdate(journey === EXPIRE ? 298_000 - 2_500 : 0);
  const call = await scene.remove(ids);
  await actUntil(scene, journey, call, ids.length, betweenActs);
  // What follows the answer belongs to the journey; the looks of this test do not.
  await expect
    .poll(async () => (await isPaused(scene)) || (await scene.stored()).owed.length === 0)
    .toBe(true);
  await comeToRest(scene, betweenActs);
  await atEnd();
  await disarm(scene);
  await check(scene, journey, call, ids);
  await scene.clear();
}

async function actUntil(
  scene: ApprovalScene,
  journey: Journey,
  call: HandCall,
  items: number,
  betweenActs: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await betweenActs();
    const status = await scene.status(call);
    if (status === 'pending' && scene.windows().length === 0) {
      await scene.view().catch(ignore);
    }
    if (status === 'pending' || !journey.isAnswered) await journey.act(scene, call, items);
    expect(await isSettled(scene, journey, call)).toBe(true);
  }).toPass({ timeout: 40_000, intervals: [100] });
}

async function isSettled(scene: ApprovalScene, { isAnswered }: Journey, call: HandCall): Promise<boolean> {
  if (await isPaused(scene)) return false;
  const status = await scene.status(call);
  if (status === 'pending' || status === 'executing') return false;
  return call.answers.length > 0 || (!isAnswered && call.isWithdrawn);
}

async function check(
  scene: ApprovalScene,
  journey: Journey,
  call: HandCall,
  ids: readonly string[],
): Promise<void> {
  await scene.settle();
  const left = await scene.left(ids);
  const gone = ids.filter((id) => !left.includes(id));
  const attempts = await attemptsOn(scene, ids);
  const [answer] = call.answers;
  const { records, owed } = await scene.stored();
  const open = records.filter(({ status }) => status === 'pending' || status === 'executing');
  expect(open, 'nothing is left open').toEqual([]);
  expect(owed, 'no answer is left undelivered').toEqual([]);
  if (journey.isAnswered) expect(call.answers.length, 'exactly one answer').toBe(1);
  // What was lost with the worker before it was withdrawn is answered so; what was withdrawn is not.
  else
    expect(call.answers.map(({ error }) => error?.data?.code)).toEqual(
      answer === undefined ? [] : ['INTERNAL_ERROR'],
    );
  expect(call.pendingCount, 'reported as waiting at most once').toBeLessThanOrEqual(1);
  expect(new Set(attempts).size, 'nothing is attempted twice').toBe(attempts.length);
  expect(attempts, 'deleted is what was attempted').toEqual(expect.arrayContaining(gone));
  if (journey !== APPROVE) expect(attempts, 'nothing without an approval').toEqual([]);
  if (answer === undefined) return;
  if (answer.result !== undefined) {
    expect([answer.result, left]).toEqual([{ ids, bookmarks: ids.length, folders: 0 }, []]);
    return;
  }
  expect(answer.error?.data?.code).toMatch(
    journey === EXPIRE ? /^(OPERATION_EXPIRED|INTERNAL_ERROR)$/ : /^(USER_REJECTED|INTERNAL_ERROR)$/,
  );
  if (answer.error?.data?.code === 'INTERNAL_ERROR') expectTrue(answer.error.message, ids, gone);
}

/** What a failure says of how far the deletion got must be true. */
function expectTrue(message: string, ids: readonly string[], gone: readonly string[]): void {
  const [, done] = /(\d+) of \d+ items were deleted/.exec(message) ?? [];
  if (done === undefined) {
    // It was lost before it was queued, or stopped before its first step.
    expect(message).toMatch(/restarted during the call|nothing was deleted/);
    expect(gone).toEqual([]);
    return;
  }
  const count = Number(done);
  expect(message).toContain(`item ${ids[count]} may have been`);
  expect([ids.slice(0, count), ids.slice(0, count + 1)]).toContainEqual(gone);
}

/** Lets the worker pause nowhere any more. */
export async function disarm({ chrome: { worker } }: ApprovalScene): Promise<void> {
  await worker.evaluate(() => pausing.arm(null));
}

/** Lets the worker take all steps begun so far, stopping it should it come to its point on the way. */
export async function comeToRest(scene: ApprovalScene, stop: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await stop();
    await answersWithin(scene, 2_000);
  }).toPass();
}

/** Waits until the worker has taken every step begun so far. @throws Error when it does not, as when it is paused. */
async function answersWithin(scene: ApprovalScene, milliseconds: number): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The worker does not answer')), milliseconds);
  });
  await Promise.race([scene.command('getApprovals'), late]);
}

/** Stops the worker if it has come to its point. */
export async function stopWhenPaused(scene: ApprovalScene): Promise<boolean> {
  if (!(await isPaused(scene))) return false;
  await scene.control.evaluate((key) => chrome.storage.local.remove(key), PAUSED_AT);
  await scene.chrome.stopWorker();
  // Whatever wakes it next, here it is the human who looks at the popup.
  await answersWithin(scene, 2_000).catch(ignore);
  return true;
}

/** Starts counting the worker's calls anew, and says where it is to pause. */
export async function arm(
  scene: ApprovalScene,
  point: PausePoint | null,
  next: PausePoint | null = null,
): Promise<void> {
  await scene.control.evaluate(
    async ([reached, inNextLife, later]) => {
      await chrome.storage.local.remove(reached);
      if (later !== null) await chrome.storage.local.set({ [inNextLife]: later });
    },
    [PAUSED_AT, PAUSE_IN_NEXT_LIFE, next] as const,
  );
  await scene.command('getApprovals');
  await scene.chrome.worker.evaluate((at) => pausing.arm(at), point);
}

/** Whether the worker has come to its point. */
export const isPaused = (scene: ApprovalScene): Promise<boolean> =>
  scene.control.evaluate(
    async (key) => (await chrome.storage.local.get<Record<string, unknown>>(key))[key] !== undefined,
    PAUSED_AT,
  );

async function attemptsOn(scene: ApprovalScene, ids: readonly string[]): Promise<string[]> {
  const stored = await scene.control.evaluate(() => chrome.storage.local.get<Record<string, unknown>>());
  return Object.entries(stored)
    .filter(([key]) => key.startsWith(ATTEMPT))
    .map(([, id]) => String(id))
    .filter((id) => ids.includes(id));
}
