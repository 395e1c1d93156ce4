import { BackIcon, Mark, SettingsIcon } from '../ui/icons.tsx';
import { PRODUCT_NAME } from '../ui/texts.ts';
import type { PopupModel } from './popupModel.ts';
import { useTexts } from './texts.ts';
import type { PopupActions } from './usePopup.ts';

interface Props {
  readonly model: PopupModel;
  readonly actions: PopupActions;
}

/** Where the person is, and the way to the settings and back. */
export function PopupHeader({ model, actions }: Props) {
  const texts = useTexts();
  if (model.view === 'settings') {
    return (
      <header class="top">
        <button type="button" class="plain icon" title={texts.back} onClick={actions.closeSettings}>
          <BackIcon />
          <span class="visually-hidden">{texts.back}</span>
        </button>
        <h1>{texts.settings}</h1>
      </header>
    );
  }
  return (
    <header class="top">
      <Mark />
      <h1>{PRODUCT_NAME}</h1>
      {model.connection !== null && (
        <button
          type="button"
          class="plain icon"
          title={texts.settings}
          disabled={model.connection.status === 'pairing'}
          onClick={actions.openSettings}
        >
          <SettingsIcon />
          <span class="visually-hidden">{texts.settings}</span>
        </button>
      )}
    </header>
  );
}
