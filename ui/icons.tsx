import type { ComponentChildren } from 'preact';

function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Two windows and the line between them. */
export const Mark = () => (
  <Icon>
    <rect x="1.25" y="4" width="4.5" height="8" rx="1.25" />
    <rect x="10.25" y="4" width="4.5" height="8" rx="1.25" />
    <path d="M5.75 8h4.5" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M2 4.75h6.5M12 4.75h2M2 11.25h2M7.5 11.25H14" />
    <circle cx="10.25" cy="4.75" r="1.75" />
    <circle cx="5.75" cy="11.25" r="1.75" />
  </Icon>
);

export const BackIcon = () => (
  <Icon>
    <path d="M9.75 3.5 5.25 8l4.5 4.5" />
  </Icon>
);

export const NextIcon = () => (
  <Icon>
    <path d="M6.25 3.5 10.75 8l-4.5 4.5" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
  </Icon>
);

export const DoneIcon = () => (
  <Icon>
    <path d="m3.25 8.5 3 3 6.5-7" />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="m4 4 8 8m0-8-8 8" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M8 2.25 14.5 13.5h-13zM8 6.5v3.25M8 11.6v.05" />
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
