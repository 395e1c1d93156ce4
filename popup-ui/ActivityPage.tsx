import { useState } from 'preact/hooks';
import { visibleString } from '../ui/visibleText.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { AskDialog } from './AskDialog.tsx';
import { exported, filterChoices, filtered, NO_FILTER } from './activityList.ts';
import { commands } from './commands.ts';
import { useTexts } from './texts.ts';
import { useActivity } from './useActivity.ts';

/** How many rows are drawn; the export has them all. */
const SHOWN_ROWS = 200;

/** Hands a text to the person as a file. */
function save(text: string): void {
  // Never revoked: it goes with this document, and Chrome may still be reading it.
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'sctl-activity.json' }).click();
}

/** What was done in this browser, newest first. */
export function ActivityPage() {
  const texts = useTexts();
  const view = useActivity();
  const [filter, setFilter] = useState(NO_FILTER);
  const [isAsking, setAsking] = useState(false);
  if (view === null) return <main />;
  const { entries } = view;
  const { callers, domains } = filterChoices(entries);
  const chosen = filtered(entries, filter);
  return (
    <main class="stack activity">
      {!view.isOn && <p class="label">{texts.notOn}</p>}
      {entries.length === 0 ? (
        <p class="nothing">{texts.nothingDone}</p>
      ) : (
        <>
          <div class="filters">
            <Filter
              label={texts.allCallers}
              choices={callers}
              chosen={filter.caller}
              onChoose={(caller) => setFilter({ ...filter, caller })}
            />
            <Filter
              label={texts.allSites}
              choices={domains}
              chosen={filter.domain}
              onChoose={(domain) => setFilter({ ...filter, domain })}
            />
          </div>
          <ul>
            {chosen.slice(0, SHOWN_ROWS).map((entry) => (
              <ActivityRow key={entry.id} entry={entry} />
            ))}
          </ul>
          <div class="buttons">
            <button type="button" onClick={() => save(exported(chosen))}>
              {texts.export}
            </button>
            <button type="button" onClick={() => setAsking(true)}>
              {texts.clear}
            </button>
          </div>
        </>
      )}
      {isAsking && (
        <AskDialog
          title={texts.clearTitle}
          help={texts.clearHelp}
          action={texts.clear}
          onAct={() => void commands.clearActivity().catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </main>
  );
}

interface FilterProps {
  /** Names the field, and is what it says while it lets everything through. */
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

function Filter({ label, choices, chosen, onChoose }: FilterProps) {
  return (
    <select aria-label={label} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{label}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {visibleString(choice)}
        </option>
      ))}
    </select>
  );
}
