import { call } from "#kernel/web/call.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { Text } from "#kernel/text.ts";
import { useStore } from "zustand";
import type { api } from "../api.entity.ts";

interface Explained {
  readonly button: string | null;
  readonly pages: readonly { readonly route: string; readonly label: Text }[];
  readonly apps: readonly { readonly id: string; readonly appName: string; readonly status: string }[];
  readonly resources: readonly { readonly id: string; readonly resourceCode: string; readonly resourceName: string }[];
}

const guards: Readonly<Record<string, Text>> = {
  PUBLIC: ["不需要登录。", "No sign-in required."],
  SESSION: ["任何登录的人都能调用，之后按各自的权限得到结果。", "Any signed-in user can call it within their permissions."],
  RESOURCE: [
    "职责里有下列页面之一，并且有按钮时是这个按钮，才能调用。",
    "The user's responsibility must include one of these pages, and the button if there is one.",
  ],
  OAUTH: ["用应用的编号和密钥证明身份。", "The caller proves itself by an app's id and secret."],
};

/** Who gets through to the call, as it truly is: pages and their button, apps, links made by hand. */
export function ApiGuard({ model }: { readonly model: EditModel<typeof api> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const id = base ? String(base.id) : null;
  const load = useLoad<Explained | null>(`guard:${id ?? ""}`, async () =>
    id === null ? null : (await call<Explained>("baseServer/baseApiService/explainGuard", { id })).data,
  );
  const guardLookup = useLookup("API_GUARD");
  if (id === null) return null;
  const guard = String(base?.guard);
  return (
    <section className="pg-section" aria-label={say(["谁能调用", "Who has access"])}>
      <h3 className="pg-h3">
        {say(["谁能调用", "Who has access"])} <span className="pg-count">{guardLookup.meaning(guard)}</span>
      </h3>
      <Words as="p" size="small">
        {say(guards[guard] ?? ["", ""])}
      </Words>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(found) =>
          found === null ? null : (
            <Columns of={{ least: 360 }}>
              {guard === "RESOURCE" ? (
                <Names
                  title={
                    found.button
                      ? say([`按钮 ${found.button} 所在的页面`, `Pages with ${found.button}`])
                      : say(["能看到它的页面", "Pages that show it"])
                  }
                  empty={say(["没有页面，只有系统自己能调用。", "No page: only the system itself."])}
                  names={found.pages.map((page) => [say(page.label), page.route])}
                />
              ) : null}
              <Names
                title={say(["应用", "Apps"])}
                empty={say(["没有应用可以调用。", "No app may call it."])}
                names={found.apps.map((app) => [app.appName, app.status])}
              />
              {found.resources.length > 0 ? (
                <Names
                  title={say(["手工引用的资源", "Resources linked manually"])}
                  empty=""
                  names={found.resources.map((resource) => [resource.resourceName, resource.resourceCode])}
                />
              ) : null}
            </Columns>
          )
        }
      </PanelState>
    </section>
  );
}

function Names({
  title,
  empty,
  names,
}: {
  readonly title: string;
  readonly empty: string;
  readonly names: readonly (readonly [string, string])[];
}) {
  return (
    <Labelled group label={title}>
      {names.length === 0 ? (
        <p className="pg-faint">{empty}</p>
      ) : (
        <ItemList>
          {names.map(([name, code]) => (
            <Item key={code + name} title={name} note={code} />
          ))}
        </ItemList>
      )}
    </Labelled>
  );
}
