import { testUploads } from './support/uploads.ts';

testUploads(true);
