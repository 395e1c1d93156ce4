import { describe, expect, test, vi } from 'vitest';
import { Toolbar, type ToolbarFacts, toolbarLook } from './toolbar.ts';

const facts = (over: Partial<ToolbarFacts> = {}): ToolbarFacts => ({
  isConnected: true,
  waiting: 0,
  isPaused: false,
  ...over,
});

describe('the toolbar button', () => {
  test('shows whether the daemon can reach this browser', () => {
    expect(toolbarLook(facts())).toMatchObject({ icon: 'connected', badge: '' });
    expect(toolbarLook(facts({ isConnected: false }))).toMatchObject({ icon: 'off', badge: '' });
  });

  test('counts what waits for the human', () => {
    expect(toolbarLook(facts({ waiting: 12 }))).toMatchObject({ icon: 'waiting', badge: '12' });
  });

  test('shows a pause above all else', () => {
    for (const isConnected of [true, false]) {
      for (const waiting of [0, 3]) {
        const look = toolbarLook({ isConnected, waiting, isPaused: true });
        expect(look).toMatchObject({ icon: 'paused', badge: '❚❚' });
      }
    }
  });
});

function fakeAction() {
  const done = async () => undefined;
  return {
    setIcon: vi.fn(done),
    setBadgeText: vi.fn(done),
    setBadgeBackgroundColor: vi.fn(done),
    setBadgeTextColor: vi.fn(done),
  };
}

test('nothing is changed before everything is known', async () => {
  const action = fakeAction();
  const toolbar = new Toolbar(action);
  toolbar.tell({ isConnected: true, waiting: 0 });
  expect(action.setIcon).not.toHaveBeenCalled();
  toolbar.tell({ isPaused: false });
  await vi.waitFor(() => expect(action.setBadgeText).toHaveBeenCalledWith({ text: '' }));
  expect(action.setIcon).toHaveBeenCalledWith({
    path: { 16: '/icons/connected-16.png', 32: '/icons/connected-32.png' },
  });
});

test('the last look wins, also when Chrome was slow over the one before', async () => {
  const action = fakeAction();
  const toolbar = new Toolbar(action);
  let release = () => {};
  action.setIcon.mockReturnValueOnce(
    new Promise((resolve) => {
      release = () => resolve(undefined);
    }),
  );
  toolbar.tell(facts({ waiting: 1 }));
  toolbar.tell({ waiting: 0 });
  release();
  await vi.waitFor(() => expect(action.setBadgeText).toHaveBeenCalledTimes(2));
  expect(action.setBadgeText).toHaveBeenLastCalledWith({ text: '' });
});
