/** One of our own texts; what stands between backticks is a command. */
export function Sentence({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
