import { CommandFailure } from '../cli/failure.ts';
import { browsersTool } from './browsersTool.ts';
import { CATALOGUE, DOMAINS, type Domain } from './catalogue.ts';
import { methodTool } from './methodTools.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which clients are told of them. */
export const TOOLS: readonly Tool[] = [browsersTool, ...CATALOGUE.map(methodTool)];

/**
 * A tool as clients are told of it. There is no `outputSchema`: it would cost more than all the rest, and clients would
 * refuse merged results, whose items carry a `browser` that no method declares.
 */
export const listingOf = ({ name, description, inputSchema, annotations }: Tool) => ({
  name,
  description,
  inputSchema,
  annotations,
});

/**
 * The tools of some domains. With any tool for browsers comes the one that lists them, since the others point to it.
 * @param text domains with commas between them, as `--tools` takes them; all tools when it is left out.
 * @throws CommandFailure when a domain is unknown or none is named.
 */
export function selectTools(text: string | undefined): readonly Tool[] {
  if (text === undefined) return TOOLS;
  const domains = new Set(text.split(',').map((word) => readDomain(word.trim())));
  if ([...domains].some((domain) => domain !== 'scripts')) domains.add('browsers');
  return TOOLS.filter(({ domain }) => domains.has(domain));
}

function readDomain(word: string): Domain {
  const domain = DOMAINS.find((candidate) => candidate === word);
  if (domain !== undefined) return domain;
  throw new CommandFailure(`--tools takes some of ${DOMAINS.join(',')}, not "${word}"`);
}
