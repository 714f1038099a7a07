import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";
import { SsoConnection } from "./parts/SsoConnection.tsx";
import { SsoTest } from "./parts/SsoTest.tsx";
import { userSsoLink, type sso } from "./sso.entity.ts";

const columns = ["userId", "subject", "lastUsedAt", "creationDate"] as const;

/** Who of the source is which account; taking a link away makes the next sign-in match anew. */
function Links({ model }: { readonly model: EditModel<typeof sso> }) {
  const say = useText();
  const id = useStore(model.state, (state) => (state.base ? String(state.base.id) : null));
  if (id === null) return null;
  const unlink = async (row: Seen<typeof userSsoLink>): Promise<void> => {
    const name = String(row.userName ?? row.subject);
    if (
      !(await confirm({
        title: [`解除 ${name} 的绑定？`, `Unlink ${name}?`],
        text: ["下次从该身份源登录时重新匹配账号。", "The next sign-in from this source is matched again."],
        confirm: ["解除", "Unlink"],
        danger: true,
      }))
    )
      return;
    try {
      await entityCall.remove(userSsoLink, String(row.id));
      tellChanged({ entity: userSsoLink.name, id: String(row.id), gone: true });
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pg-section" aria-label={say(["绑定的账号", "Linked accounts"])}>
      <RowsTable
        entity={userSsoLink}
        name="sso.links"
        where={{ ssoId: [id] }}
        title={["绑定的账号", "Linked accounts"]}
        columns={columns}
        height="content"
        pageSize={10}
        {...(model.viewer.may("btnDelete")
          ? {
              rowActions: () => [{ label: ["解除", "Unlink"] as const, danger: true, handler: unlink }],
            }
          : {})}
        empty={{
          title: ["还没有账号绑定", "No account is linked yet"],
          detail: ["首次通过该身份源登录时自动绑定。", "Accounts are linked at their first sign-in through this source."],
        }}
      />
    </section>
  );
}

export const slots: EditSlots<typeof sso> = {
  beforeLines: (model) => <SsoConnection model={model} />,
  afterLines: (model) => <Links model={model} />,
  sidePanel: [{ key: "test", label: ["测试登录", "Test"], render: (model) => <SsoTest model={model} /> }],
};
