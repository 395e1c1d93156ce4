import { testUploads } from './support/uploads.ts';

testUploads(false);
