import type { GatedMethodName } from '../../protocol/methods/index.ts';
import { World } from './world.fixture.ts';

/** A world in which one request waits for the human. */
export async function waitingFor(kind: GatedMethodName = 'bookmarks.remove') {
  const world = new World();
  const call = world.request(kind);
  await world.settle();
  return { world, call, id: world.idOf(call) };
}

/** A world in which one request was approved and has not ended. */
export async function executing(kind: GatedMethodName) {
  const scene = await waitingFor(kind);
  const { world, id } = scene;
  world.canAct = false;
  const reply = await done(world, world.queue.approve(id, world.own));
  return { ...scene, reply };
}

/** Lets a step of the human come to its end. */
export async function done<Value>(world: World, step: Promise<Value>): Promise<Value> {
  await world.settle();
  return step;
}

/** How long a request waits for its human, in milliseconds. */
export const DECISION_MS = 298_000;
