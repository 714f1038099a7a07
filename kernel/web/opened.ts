/** A page that shows neither rows nor figures has nothing to say when it is ready. */
const LONGEST_MS = 3000;
const DRAWN_MS = 100;

const { promise: opened, resolve: markOpened } = Promise.withResolvers<void>();

/** The first page has what it was opened for, and draws it next. */
export const firstPageIsOpen = (): void => void setTimeout(markOpened, DRAWN_MS);

/** Does what can wait until a person can work: on a slow link it would only hold up the first page. Answers how to call it off. */
export function afterFirstPage(work: () => void): () => void {
  let isOver = false;
  const once = (): void => {
    clearTimeout(timer);
    if (!isOver) work();
    isOver = true;
  };
  const timer = setTimeout(once, LONGEST_MS);
  void opened.then(once);
  return () => {
    clearTimeout(timer);
    isOver = true;
  };
}
