import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";

interface ListBelow {
  readonly entity: Entity;
  readonly name: string;
  readonly title: Text;
  readonly empty: Text;
  readonly columns: readonly string[];
  where(id: string): Row;
  readonly pageSize?: number;
}

function Lists({ model, lists }: { readonly model: EditModel; readonly lists: readonly ListBelow[] }) {
  const id = useStore(model.state, ({ base }) => (base ? String(base.id) : null));
  if (id === null) return null;
  return lists.map(({ entity, name, title, empty, columns, where, pageSize = 10 }) => (
    <section key={name} className="pg-section">
      <RowsTable
        entity={entity}
        name={name}
        where={where(id)}
        title={title}
        columns={columns}
        height="content"
        pageSize={pageSize}
        empty={{ title: empty }}
      />
    </section>
  ));
}

/** An edit page with the records that belong to its own below its lines. */
export const listsBelow = (...lists: readonly ListBelow[]): EditSlots => ({ afterLines: (model) => <Lists model={model} lists={lists} /> });
