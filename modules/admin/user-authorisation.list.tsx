import { userAuthorisation } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { useSession } from "#kernel/web/session.ts";
import { useEffect } from "react";
import { useStore } from "zustand";

export const page = { route: "userAuthorisationList", title: ["授权委托", "Delegations"] };

/** Everybody delegates the own work; who looks after accounts may do it for others. */
function FromField({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc, base } = useStore(model.state);
  const me = useSession((state) => state.record?.user);
  const manages = useMenus((state) => menuForRoute(state.flat, "user") !== undefined);
  const isNew = base === null;
  useEffect(() => {
    if (isNew && !model.state.getState().doc["fromUserId"] && me)
      model.patch({ fromUserId: me.userId, fromUserCode: me.userName, fromUserName: me.personName });
  }, [isNew, me, model]);
  if (!isNew || !manages) return <span className="pg-text">{String(doc["fromUserName"] ?? doc["fromUserCode"] ?? "")}</span>;
  return (
    <RefInput
      field={userAuthorisation.fields.fromUserId}
      fieldKey="fromUserId"
      row={doc}
      label={say(userAuthorisation.fields.fromUserId.label)}
      patch={model.patch}
    />
  );
}

const slots = listSlots({
  fields: { fromUserId: (model) => <FromField model={model} /> },
  rowTone: (row) => (row["status"] === "EXPIRED" || row["status"] === "REVOKED" ? "muted" : null),
});

/** Who acts for whom, from when to when: the own rows for everyone, all rows for administrators. */
export default function DelegationsPage() {
  return (
    <Ground>
      <ListPage entity={userAuthorisation} slots={slots} />
    </Ground>
  );
}
