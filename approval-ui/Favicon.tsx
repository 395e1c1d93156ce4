import { BookmarkIcon } from './icons.tsx';

const SIZE_PX = 16;

/** What Chrome keeps of a page's icon; it asks nobody on the network. */
const faviconUrl = (pageUrl: string): string =>
  `/_favicon/?pageUrl=${encodeURIComponent(pageUrl)}&size=${2 * SIZE_PX}`;

/** The icon of a page as the person knows it from its tab. Only the web has any. */
export function Favicon({ url }: { readonly url: string | undefined }) {
  if (url === undefined || !/^https?:/i.test(url)) return <BookmarkIcon />;
  return <img src={faviconUrl(url)} width={SIZE_PX} height={SIZE_PX} alt="" loading="lazy" />;
}
