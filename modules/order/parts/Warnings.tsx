import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { jumpTo } from "#kernel/web/page/edit/problemList.ts";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { findingsOf, roundedUp } from "./checks.ts";
import { qtyText } from "./Ask.tsx";
import { textOf } from "./useOrder.tsx";

/** Everything worth a look before submitting, line by line, each one press away. */
export function Warnings({ model }: { readonly model: EditModel }) {
  const say = useText();
  const panel = useRef<HTMLDivElement>(null);
  const header = useStore(model.state, (state) => state.header);
  const doc = useStore(model.state, (state) => state.doc);
  const store = model.lines["lines"]!;
  const rows = useStore(store.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const found = rows.flatMap((edit, at) =>
    findingsOf(edit.row, textOf(header["orderDate"])).map((finding) => ({
      ...finding,
      edit,
      number: textOf(edit.row["lineNum"]) || String(at + 1),
    })),
  );
  const noted = (say([textOf(doc["exceptionNote"]), textOf(doc["exceptionNoteEn"])]) || textOf(doc["exceptionNote"]))
    .split("\n")
    .filter(Boolean);
  const page = (): HTMLElement | null => panel.current?.closest<HTMLElement>("[data-document]") ?? null;
  return (
    <div ref={panel} className="or-warnings">
      {found.length === 0 ? (
        <p className="pg-ok pg-check-ok">
          <CircleCheck size={16} aria-hidden /> {say(["没有需要留意的地方。", "Nothing needs your attention."])}
        </p>
      ) : null}
      <ul>
        {found.map((one) => (
          <li key={`${one.edit.key}${one.field}${one.text[1]}`} className={`or-finding-${one.level}`}>
            {one.level === "error" ? <CircleX size={15} aria-hidden /> : <CircleAlert size={15} aria-hidden />}
            <button
              type="button"
              onClick={() =>
                jumpTo(model, { section: "lines", field: one.field, line: { collection: "lines", key: one.edit.key } }, page())
              }
            >
              <b>{say([`行 ${one.number}`, `Line ${one.number}`])}</b> {say(one.text)}
            </button>
            {one.field === "qty" && one.level === "warning" && model.editable() ? (
              <button
                type="button"
                className="pg-link"
                onClick={() => {
                  const [qty, moq, mpq] = [
                    textOf(one.edit.row["qty"]),
                    textOf(one.edit.row["$moq"]) || null,
                    textOf(one.edit.row["$mpq"]) || null,
                  ];
                  store.set([{ key: one.edit.key, field: "qty", value: roundedUp(qty, moq, mpq) }]);
                }}
              >
                {say(["取整为 ", "Round up to "])}
                {qtyText(
                  roundedUp(textOf(one.edit.row["qty"]), textOf(one.edit.row["$moq"]) || null, textOf(one.edit.row["$mpq"]) || null),
                )}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {noted.length > 0 ? (
        <>
          <h3 className="pg-h3">{say(["上次检查的例外", "Exceptions found at the last check"])}</h3>
          <ul className="or-noted">
            {noted.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
