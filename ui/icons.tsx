import type { ComponentChildren } from 'preact';

/** A drawing of 16 by 16, in the colour of the text around it. */
export function Icon({ children }: { readonly children: ComponentChildren }) {
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

export const BackIcon = () => (
  <Icon>
    <path d="M9.75 3.5 5.25 8l4.5 4.5" />
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
