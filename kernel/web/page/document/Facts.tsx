import type { Audience, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { factsOf } from "../../../page.ts";
import { isBareId } from "../../../record-id.ts";
import { useText } from "../../language.ts";
import { FieldText } from "../field/FieldText.tsx";

/** The facts one wants to know first, label over value. */
export function Facts({
  entity,
  row,
  audience,
  most = 9,
}: {
  readonly entity: Entity;
  readonly row: Row;
  readonly audience: Audience;
  readonly most?: number;
}) {
  const say = useText();
  return (
    <dl className="pg-facts">
      {factsOf(entity, audience, most)
        .filter(({ key, field }) => !isBareId(field, row[key]))
        .map((column) => (
          <div key={column.key}>
            <dt>{say(column.field.label)}</dt>
            <dd>
              <FieldText field={column.field} fieldKey={column.key} row={row} short />
            </dd>
          </div>
        ))}
    </dl>
  );
}
