import { expect, test, vi } from 'vitest';
import { popupCommands } from './popupCommands.ts';

const POPUP = { url: 'chrome-extension://ourselves/popup.html' };
const OTHERS = [
  { url: 'chrome-extension://ourselves/approval.html' },
  { url: 'chrome-extension://ourselves/popup.html?x' },
  {},
];
const VIEW = { isOn: true, entries: [] };

function world() {
  const pause = { isOn: vi.fn(async () => true), set: vi.fn(async () => undefined) };
  const activity = {
    view: vi.fn(async () => VIEW),
    clear: vi.fn(async () => undefined),
    setOn: vi.fn(async () => undefined),
  };
  const ensureOffscreen = vi.fn(async () => undefined);
  return {
    pause,
    activity,
    ensureOffscreen,
    commands: popupCommands({ pause, activity, ensureOffscreen, popupUrl: POPUP.url }),
  };
}

test('the popup pauses, and reads, clears and switches the activity', async () => {
  const { commands, pause, activity } = world();
  await commands.setPause({ isPaused: true }, POPUP);
  expect(pause.set.mock.calls).toEqual([[true]]);
  expect(await commands.getActivity(null, POPUP)).toBe(VIEW);
  await commands.clearActivity(null, POPUP);
  expect(activity.clear).toHaveBeenCalledTimes(1);
  await commands.setActivity({ isOn: false }, POPUP);
  expect(activity.setOn.mock.calls).toEqual([[false]]);
});

test.each(OTHERS)('a page at %j may ask whether it is paused, and nothing more', async (sender) => {
  const { commands, pause, activity } = world();
  expect(await commands.getPause(null, sender)).toEqual({ isPaused: true });
  const asked = [
    async () => commands.setPause({ isPaused: false }, sender),
    async () => commands.getActivity(null, sender),
    async () => commands.clearActivity(null, sender),
    async () => commands.setActivity({ isOn: false }, sender),
  ];
  for (const ask of asked) await expect(ask()).rejects.toThrow('popup');
  for (const done of [pause.set, activity.view, activity.clear, activity.setOn]) {
    expect(done).not.toHaveBeenCalled();
  }
});

test('a wish that is none changes nothing', async () => {
  const { commands, pause, activity } = world();
  const malformed = JSON.parse('{"isPaused":"no","isOn":1}');
  await expect(commands.setPause(malformed, POPUP)).rejects.toThrow();
  await expect(commands.setActivity(malformed, POPUP)).rejects.toThrow();
  expect([pause.set.mock.calls, activity.setOn.mock.calls]).toEqual([[], []]);
});
