import { notOffered } from "../../check.ts";
import type { FieldError } from "../../refusal.ts";
import type { Attempt } from "./attempt.ts";
import { askedOf } from "./choosing.ts";
import { savedFields } from "./saved-fields.ts";

const codesIn = savedFields(({ kind, lookup, computed }) => (kind === "pick" || kind === "picks") && lookup !== undefined && !computed);

/** A submitted document relies on codes that count today, however they came into it: what was switched off or ended since is not submitted. */
export const checkCodes = (attempt: Attempt): FieldError[] =>
  [...attempt.submitted].flatMap((t) =>
    askedOf(attempt, t) === "all"
      ? codesIn(t, attempt.saved.get(t) ?? "", ({ t: row, key, field, path }) =>
          [row.row[key]]
            .flat()
            .flatMap((code: unknown) =>
              typeof code === "string" && attempt.isOffered?.(field.lookup!, code) === false
                ? [{ path, code: "LOOKUP_VALUE", text: notOffered(code) }]
                : [],
            ),
        )
      : [],
  );
