import { extensionId } from '../../scripts/launch.ts';

/** Every spelling of a page of ours that Chrome may read as one. */
export function ownSpellings(path: string): string[] {
  const id = extensionId();
  return [
    `chrome-extension://${id}/${path}`,
    `CHROME-EXTENSION://${id.toUpperCase()}/${path}`,
    `chrome-extension:${id}/${path}`,
    `chrome-extension:///${id}/${path}`,
    `chrome-extension:\\\\${id}\\${path}`,
    `chrome-extension://${id}./${path}`,
    `chrome-extension://${id}:443/${path}`,
    `chrome-extension://${id}:/${path}`,
    `chrome-extension://user:password@${id}/${path}`,
    `chrome-extension://${id.replace('a', '%61')}/${path}`,
    `  chrome-extension://${id}/${path}?query#hash`,
    `chrome-\nextension://${id}/\t${path}`,
    `view-source:chrome-extension://${id}/${path}`,
    `view-\tsource:chrome-extension://${id}/${path}`,
    `VIEW-SOURCE:view-source:chrome-extension://${id}/${path}`,
    `blob:chrome-extension://${id}/${crypto.randomUUID()}`,
    `filesystem:chrome-extension://${id}/temporary/${path}`,
  ];
}
