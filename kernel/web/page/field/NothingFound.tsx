import { useText } from "../../language.ts";
import { openPage } from "../../router.ts";
import type { NoneReason } from "../records.ts";

/** What stands where nothing can be chosen: why, and the page where that is changed. */
export function NothingFound({ none }: { readonly none: NoneReason | undefined }) {
  const say = useText();
  if (!none) return <>{say(["没有符合的记录", "Nothing found"])}</>;
  const { fix } = none;
  return (
    <span className="pg-nothing">
      {none.msg}
      {fix ? (
        <button
          type="button"
          className="pg-link"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void openPage({ path: `/main/${fix.route}` })}
        >
          {fix.label}
        </button>
      ) : null}
    </span>
  );
}
