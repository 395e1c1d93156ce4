import { TOOLS } from '../mcp/tools.ts';
import { catalogueTokens } from './catalogueTokens.ts';

const { tools, total } = catalogueTokens(TOOLS);
const lines = [...tools, { name: 'total', tokens: total }];
const width = Math.max(...lines.map(({ name }) => name.length));
for (const { name, tokens } of lines) console.log(`${name.padEnd(width)}  ${String(tokens).padStart(5)}`);
