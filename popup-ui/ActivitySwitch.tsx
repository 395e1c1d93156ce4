import { commands } from './commands.ts';
import { Switch } from './Switch.tsx';
import { useTexts } from './texts.ts';
import { useActivity } from './useActivity.ts';

/** Whether what is done in this browser is recorded. */
export function ActivitySwitch() {
  const texts = useTexts();
  const view = useActivity();
  if (view === null) return null;
  return (
    <div>
      <Switch
        label={texts.record}
        isOn={view.isOn}
        onChange={(isOn) => void commands.setActivity(isOn).catch(() => undefined)}
      />
      <p class="label">{texts.recordHelp}</p>
    </div>
  );
}
