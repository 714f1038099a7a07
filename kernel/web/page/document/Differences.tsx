import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { entityAt, type Difference } from "../../../revision-diff.ts";
import { useText } from "../../language.ts";
import { ValueText } from "./ValueText.tsx";

interface Props {
  readonly entity: Entity;
  readonly rows: readonly Difference[];
}

/** What differs between two versions, in the order of the document: the old value struck through, the new one beside it. */
export function Differences({ entity, rows }: Props) {
  const say = useText();
  return (
    <dl className="pg-diff pg-differences">
      {rows.map((row) => {
        const at = entityAt(entity, row.path);
        const field = row.key ? fieldOf(at, row.key) : undefined;
        return (
          <div key={`${row.path.join(".")}.${row.key}`}>
            <dt>
              {row.path.length > 0 || !field ? say(row.where) : ""} {field ? say(field.label) : ""}
            </dt>
            <dd className="pg-figure">{row.key ? <Change entity={at} row={row} /> : <WholeRow entity={at} row={row} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Change({ entity, row }: { readonly entity: Entity; readonly row: Difference }) {
  return (
    <>
      <del>
        <ValueText entity={entity} path={row.key} value={row.before} />
      </del>{" "}
      →{" "}
      <ins>
        <ValueText entity={entity} path={row.key} value={row.after} />
      </ins>
    </>
  );
}

const mostValues = 6;
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || value === "N";

/** A row that came or went, by the values that say what it is. */
function WholeRow({ entity, row }: { readonly entity: Entity; readonly row: Difference }) {
  const say = useText();
  const values = Object.entries((row.after ?? row.before) as Row).filter(([, value]) => !isEmpty(value));
  const shown = values.slice(0, mostValues).map(([key, value], i) => (
    <span key={key}>
      {i > 0 ? " · " : ""}
      {say(fieldOf(entity, key)?.label ?? [key, key])} <ValueText entity={entity} path={key} value={value} />
    </span>
  ));
  return row.after ? (
    <ins>
      {say(["新增 ", "New: "])}
      {shown}
    </ins>
  ) : (
    <del>
      {say(["删除 ", "Removed: "])}
      {shown}
    </del>
  );
}
