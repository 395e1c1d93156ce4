import { Icon } from '../ui/icons.tsx';

export const ActivityIcon = () => (
  <Icon>
    <path d="M2 4h.01M2 8h.01M2 12h.01M5.5 4H14M5.5 8H14M5.5 12h5" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.75h6.5M12 4.75h2M2 11.25h2M7.5 11.25H14" />
    <circle cx="10.25" cy="4.75" r="1.75" />
    <circle cx="5.75" cy="11.25" r="1.75" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon>
    <path d="M5.5 3.5v9M10.5 3.5v9" stroke-width="3" />
  </Icon>
);
