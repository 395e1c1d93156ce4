import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Where the drawings are. */
export const DRAWINGS = 'icons';
/** Where the pictures go, which the build copies into the extension. */
export const PICTURES = 'public/icons';
/** Which drawing each picture was rendered from, and what came out: digests by path. */
export const RECORD = 'icons/rendered.json';

/** The drawings and the sizes, in pixels, each is needed in. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  mark: [16, 32, 48, 128],
  connected: [16, 32],
  waiting: [16, 32],
  paused: [16, 32],
  off: [16, 32],
};

export interface IconFile {
  readonly drawing: string;
  readonly picture: string;
  readonly size: number;
}

/** Every picture, with the drawing it comes from. */
export const ICON_FILES: readonly IconFile[] = Object.entries(SIZES).flatMap(([name, sizes]) =>
  sizes.map((size) => ({
    drawing: `${DRAWINGS}/${name}.svg`,
    picture: `${PICTURES}/${name}-${size}.png`,
    size,
  })),
);

const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The digests of all drawings and pictures as they are now. */
export const iconDigests = (): Record<string, string> =>
  Object.fromEntries(
    ICON_FILES.flatMap(({ drawing, picture }) => [drawing, picture]).map((path) => [path, digest(path)]),
  );
