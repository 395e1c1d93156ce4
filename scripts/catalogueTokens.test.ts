import { expect, test } from 'vitest';
import { TOOLS } from '../mcp/tools.ts';
import { catalogueTokens } from './catalogueTokens.ts';

/** The whole catalogue, page automation and debugging included, is to cost a model less than 5,000. */
const MOST_TOKENS = 3_600;

test('the MCP tools leave room in the catalogue for page automation and debugging', () => {
  expect(catalogueTokens(TOOLS).total).toBeLessThanOrEqual(MOST_TOKENS);
});
