import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Tool } from '../mcp/tool.ts';
import { listingOf } from '../mcp/tools.ts';

/** What tools cost a model, in tokens of their JSON as `tools/list` gives it. */
export interface CatalogueTokens {
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  /** Of the whole list, which is not quite the sum. */
  readonly total: number;
}

/** Counts the tokens of a catalogue with the tokenizer `o200k_base`; others differ by a few percent. */
export function catalogueTokens(tools: readonly Tool[]): CatalogueTokens {
  const listings = tools.map(listingOf);
  return {
    tools: listings.map((listing) => ({ name: listing.name, tokens: tokensOf(listing) })),
    total: tokensOf({ tools: listings }),
  };
}

const tokensOf = (value: object): number => countTokens(JSON.stringify(value));
