import { ConnectionDrawing } from './ConnectionDrawing.tsx';

/** What shows until the first state arrives: nothing to press. */
export function WaitingView() {
  return (
    <main>
      <ConnectionDrawing status="unpaired" address="" />
    </main>
  );
}
