import { ArrowLeftRight, House, LockKeyhole } from "lucide-react";
import { useEffect, useState } from "react";
import { readPlace } from "../../routes.ts";
import { changeResponsibility } from "../responsibility.ts";
import { useLanguage, useText } from "../language.ts";
import { menuForRoute, menusOf } from "../menus.ts";
import { pageOf } from "../pages.ts";
import { go, homeAddress } from "../router.ts";
import { respName, session, useSession } from "../session.ts";
import type { Responsibility } from "../session-record.ts";
import { useTabs } from "../tabs.ts";

interface Way {
  readonly responsibility: Responsibility;
  readonly pageName: string;
}

/** Looks through the person's other responsibilities for one that may open the page. */
async function findWay(path: string): Promise<Way | null> {
  const record = session();
  for (const responsibility of record?.responsibilities ?? []) {
    if (responsibility.responsibilityId === record?.currentResponsibility?.responsibilityId) continue;
    const menu = menuForRoute(await menusOf(responsibility.responsibilityId).catch(() => []), path);
    if (menu !== undefined) return { responsibility, pageName: menu.name };
  }
  return null;
}

/** The page exists, the responsibility does not fit: names the page and the responsibility, offers the one that may. */
export function NoPermission({ address }: { readonly address: string }) {
  const t = useText();
  const language = useLanguage((state) => state.language);
  const responsibility = useSession((state) => state.record?.currentResponsibility ?? null);
  const unsaved = useTabs((state) => state.tabs.list.filter((tab) => tab.dirty).length);
  const { path } = readPlace(address);
  const [way, setWay] = useState<Way | null>(null);
  useEffect(() => {
    let here = true;
    setWay(null);
    void findWay(path).then((found) => here && setWay(found));
    return () => void (here = false);
  }, [path, responsibility, language]);
  const title = pageOf(path)?.title;
  const name = way?.pageName ?? (title ? t(title) : path);
  const other = way === null ? "" : respName(way.responsibility, language);
  const warn =
    unsaved > 0 ? t([`，切换前会提醒保存 ${unsaved} 个未保存的页签`, `; you will be asked about ${unsaved} unsaved tab(s) first`]) : "";
  return (
    <div className="s-state s-pane-fill">
      <span className="s-state-icon" data-tone="primary">
        <LockKeyhole size={20} aria-hidden />
      </span>
      <h1>{t([`您现在的职责不能打开「${name}」`, `Your current responsibility cannot open “${name}”`])}</h1>
      <p>
        {responsibility === null
          ? null
          : t([`当前职责是「${respName(responsibility, language)}」。`, `You are working as “${respName(responsibility, language)}”. `])}
        {way === null
          ? t(["需要时请向系统管理员申请权限。", "If you need access, ask your administrator."])
          : t([`您的另一职责「${other}」可以打开${warn}。`, `Your other responsibility “${other}” can open it${warn}.`])}
      </p>
      <div className="s-state-actions">
        {way === null ? null : (
          <button
            type="button"
            className="s-btn"
            data-kind="outline"
            onClick={() => void changeResponsibility(way.responsibility.responsibilityId, address)}
          >
            <ArrowLeftRight size={14} aria-hidden />
            {t([`切换到「${other}」`, `Switch to “${other}”`])}
          </button>
        )}
        <button type="button" className="s-btn" data-kind="quiet" onClick={() => void go(homeAddress())}>
          <House size={14} aria-hidden />
          {t(["回工作台", "Back home"])}
        </button>
      </div>
    </div>
  );
}
