import { qtyText, textOf } from "#kernel/page-format.ts";
import type { order } from "../order.entity.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { jumpTo } from "#kernel/web/page/edit/problemList.ts";
import { Button } from "antd";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { findingsOf, roundedUp } from "./checks.ts";

/** Everything worth a look before submitting, line by line, each one press away. */
export function Warnings({ model }: { readonly model: EditModel<typeof order> }) {
  const say = useText();
  const panel = useRef<HTMLDivElement>(null);
  const header = useStore(model.state, (state) => state.header);
  const doc = useStore(model.state, (state) => state.doc);
  const store = model.lines.lines!;
  const rows = useStore(store.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const found = rows.flatMap((edit, at) =>
    findingsOf(edit.row, textOf(header.orderDate)).map((finding) => ({
      ...finding,
      edit,
      number: textOf(edit.row.lineNum) || String(at + 1),
    })),
  );
  const noted = (say([textOf(doc.exceptionNote), textOf(doc.exceptionNoteEn)]) || textOf(doc.exceptionNote)).split("\n").filter(Boolean);
  const page = (): HTMLElement | null => panel.current?.closest<HTMLElement>("[data-document]") ?? null;
  return (
    <div ref={panel}>
      {found.length === 0 ? (
        <p className="pg-ok pg-check-ok">
          <CircleCheck size={16} aria-hidden /> {say(["没有需要留意的地方。", "Nothing needs your attention."])}
        </p>
      ) : null}
      <ItemList label={say(["提示", "Warnings"])}>
        {found.map(({ edit, number, field, text, level }) => {
          const rounded = roundedUp(textOf(edit.row.qty), textOf(edit.row["$moq"]) || null, textOf(edit.row["$mpq"]) || null);
          return (
            <Item
              key={`${edit.key}${field}${text[1]}`}
              tone={level}
              lead={level === "error" ? <CircleX size={15} aria-hidden /> : <CircleAlert size={15} aria-hidden />}
              title={`${say([`行 ${number}`, `Line ${number}`])} ${say(text)}`}
              press={() => jumpTo(model, { section: "lines", field, line: { collection: "lines", key: edit.key } }, page())}
            >
              {field === "qty" && level === "warning" && model.editable() ? (
                <Button type="link" size="small" onClick={() => store.set([{ key: edit.key, field: "qty", value: rounded }])}>
                  {say(["取整为 ", "Round up to "])}
                  {qtyText(rounded)}
                </Button>
              ) : null}
            </Item>
          );
        })}
      </ItemList>
      {noted.length > 0 ? (
        <>
          <h3 className="pg-h3">{say(["上次检查的例外", "Exceptions found at the last check"])}</h3>
          <ItemList>
            {noted.map((exception) => (
              <Item key={exception} title={exception} />
            ))}
          </ItemList>
        </>
      ) : null}
    </div>
  );
}
