import type { Work } from "./useWork.ts";

/** What a piece of work said when it failed, beside the button that began it; nothing while nothing went wrong. */
export function WorkError({ of }: { readonly of: Pick<Work, "error"> }) {
  return of.error ? (
    <span role="alert" className="pc-bad">
      {of.error}
    </span>
  ) : null;
}
