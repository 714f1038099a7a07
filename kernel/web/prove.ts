/** Asks the person at the keyboard for password or code; true once the server took it. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let waiting: Promise<boolean> | null = null;

/** The dialog puts itself here while it is on the page; the answer takes it away again. */
export function answerProofs(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** However many calls are refused at the same moment, the person is asked once. */
export function proveIdentity(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  return (waiting ??= asker().finally(() => (waiting = null)));
}
