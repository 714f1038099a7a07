import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { iconOf } from "#kernel/web/shell/icons.ts";
import { AutoComplete, Input } from "antd";
import { routes } from "virtual:declared-routes";
import { pages } from "virtual:pages";
import { useStore } from "zustand";
import type { Text } from "#kernel/text.ts";

interface Known {
  readonly route: string;
  readonly title: Text | null;
}

const known: readonly Known[] = [
  ...new Map([
    ...Object.entries(routes).map(([route, declaredRoute]) => [route, { route, title: declaredRoute.title }] as const),
    ...pages.flatMap((page) => page.routes.map((route) => [route, { route, title: page.title }] as const)),
  ]).values(),
].sort((a, b) => a.route.localeCompare(b.route));

/** The address of a menu: one of the product's pages, found by route or name, or any address outside. */
export function RouteInput({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc, errors } = useStore(model.state);
  const value = String(doc["htmlUrl"] ?? "");
  const label = say(["页面地址", "Address"]);
  if (!model.editable()) return <span className="pg-text">{value || "–"}</span>;
  const wanted = value.toLowerCase();
  const options = known
    .filter(({ route, title }) => `${route} ${title?.join(" ") ?? ""}`.toLowerCase().includes(wanted))
    .slice(0, 60)
    .map(({ route, title }) => ({
      value: route,
      label: (
        <span className="pg-named">
          <span>{route}</span>
          {title ? <span className="pg-code">{say(title)}</span> : null}
        </span>
      ),
    }));
  return (
    <AutoComplete
      className="pg-fill"
      value={value}
      options={options}
      status={errors.has("htmlUrl") ? "error" : ""}
      onChange={(next: string) => model.patch({ htmlUrl: next === "" ? null : next })}
    >
      <Input aria-label={label} />
    </AutoComplete>
  );
}

/** The icon of a menu by name, drawn beside it as the side menu would. */
export function IconInput({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc } = useStore(model.state);
  const value = String(doc["imageLink"] ?? "");
  const Icon = iconOf({ imageLink: value, menuType: String(doc["menuType"] ?? "PAGE") as "PAGE" });
  if (!model.editable())
    return (
      <Inline as="span">
        <Icon size={15} aria-hidden /> {value || "–"}
      </Inline>
    );
  return (
    <Input
      prefix={<Icon size={15} aria-hidden />}
      value={value}
      maxLength={100}
      aria-label={say(["图标", "Icon"])}
      placeholder={say(["图标名称，如 settings", "Name of an icon, such as settings"])}
      onChange={(event) => model.patch({ imageLink: event.target.value === "" ? null : event.target.value })}
    />
  );
}
