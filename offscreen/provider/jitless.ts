import { config } from 'zod/v4/core';

// Must run before the MCP SDK loads: zod tries out code generation, which a page may not do, as soon as it is used.
config({ jitless: true });
