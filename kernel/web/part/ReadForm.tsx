import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { isShownNow } from "../../page-document.ts";
import { formOf } from "../../page.ts";
import { useText } from "../language.ts";
import { FormGrid } from "../page/FormGrid.tsx";
import { useViewer } from "../page/viewer.ts";

const nothing = (): void => undefined;

/** The form of a record as text, section by section, for pages that only show it. */
export function ReadForm({ entity, row, columns = 4 }: { readonly entity: Entity; readonly row: Row; readonly columns?: 1 | 2 | 4 }) {
  const say = useText();
  const { audience } = useViewer();
  return (
    <>
      {formOf(entity, audience).map((section) => {
        const cells = section.cells.filter((cell) => isShownNow(entity, cell.key, row));
        return cells.length === 0 ? null : (
          <section key={section.key} className="pc-section" aria-label={say(section.label)}>
            <h3 className="pg-h3">{say(section.label)}</h3>
            <FormGrid cells={cells} row={row} columns={columns} asText={() => true} patch={nothing} />
          </section>
        );
      })}
    </>
  );
}
