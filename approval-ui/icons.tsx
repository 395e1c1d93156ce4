import { Icon } from '../ui/icons.tsx';

export const NextIcon = () => (
  <Icon>
    <path d="M6.25 3.5 10.75 8l-4.5 4.5" />
  </Icon>
);

export const FolderIcon = () => (
  <Icon>
    <path d="M1.75 12V4.25a1 1 0 0 1 1-1H6l1.5 1.75h5.75a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H2.75a1 1 0 0 1-1-1z" />
  </Icon>
);

export const BookmarkIcon = () => (
  <Icon>
    <path d="M4.25 2.5h7.5a.5.5 0 0 1 .5.5v10.5L8 10.75 3.75 13.5V3a.5.5 0 0 1 .5-.5z" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="M6.25 4.5 9.75 8l-3.5 3.5" />
  </Icon>
);

export const ExtensionIcon = () => (
  <Icon>
    <path d="M6.25 3.5a1.5 1.5 0 0 1 3 0H12a.75.75 0 0 1 .75.75V7a1.5 1.5 0 0 1 0 3v2.75a.75.75 0 0 1-.75.75H3.5a.75.75 0 0 1-.75-.75V10a1.5 1.5 0 0 0 0-3V4.25a.75.75 0 0 1 .75-.75z" />
  </Icon>
);
