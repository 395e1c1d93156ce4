import type { ComponentChild } from 'preact';
import { BackIcon, Mark } from '../ui/icons.tsx';
import { PRODUCT_NAME } from '../ui/texts.ts';
import { ActivityIcon, SettingsIcon } from './icons.tsx';
import type { PopupModel, View } from './popupModel.ts';
import { useTexts } from './texts.ts';
import type { PopupActions } from './usePopup.ts';

interface Props {
  readonly model: PopupModel;
  readonly actions: PopupActions;
}

/** Where the person is, and the way to the other views and back. */
export function PopupHeader({ model, actions }: Props) {
  const texts = useTexts();
  const { view, connection } = model;
  const turn = (to: View, name: string, icon: ComponentChild) => (
    <button
      type="button"
      class="plain icon"
      title={name}
      disabled={connection?.status === 'pairing'}
      onClick={() => actions.turnTo(to)}
    >
      {icon}
      <span class="visually-hidden">{name}</span>
    </button>
  );
  if (view !== 'main') {
    return (
      <header class="top">
        {turn('main', texts.back, <BackIcon />)}
        <h1>{texts[view]}</h1>
      </header>
    );
  }
  return (
    <header class="top">
      <Mark />
      <h1>{PRODUCT_NAME}</h1>
      {connection !== null && (
        <>
          {turn('activity', texts.activity, <ActivityIcon />)}
          {turn('settings', texts.settings, <SettingsIcon />)}
        </>
      )}
    </header>
  );
}
