import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { CircleCheck, ShieldAlert } from "lucide-react";
import { useState } from "react";
import type { DutyConflict } from "./permits.tsx";

const shownAtFirst = 3;

/** Who holds two powers that exclude each other today, above the rules that say so. */
export function DutyConflicts({ load }: { readonly load: Loaded<readonly DutyConflict[]> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [all, setAll] = useState(false);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(list) =>
        list.length === 0 ? (
          <p className="pg-sentence pg-sentence-ok">
            <CircleCheck size={16} aria-hidden />
            <b>{say(["目前没有人违反这些规则", "No violations today"])}</b>
          </p>
        ) : (
          <Notice tone="warning" icon={ShieldAlert}>
            <Stack gap="xs" as="section" label={say(["现有冲突", "Conflicts today"])}>
              <b>{say([`${list.length} 处现有冲突`, `${list.length} ${list.length === 1 ? "conflict" : "conflicts"} today`])}</b>
              {(all ? list : list.slice(0, shownAtFirst)).map(({ userId, userName, displayName, ruleCode, respA, respB, reason }) => (
                <Inline key={`${userId}${ruleCode}`} as="p" align="baseline">
                  <PageLink href={`/main/systemsetting/userresponsibility?userId=${userId}`}>{displayName}</PageLink>
                  <span className="pg-code">{userName}</span>
                  <span>{language === "EN" ? `${respA} and ${respB}: ${reason}` : `${respA} 与 ${respB}：${reason}`}</span>
                </Inline>
              ))}
              {list.length > shownAtFirst && !all ? (
                <button type="button" className="pg-link" onClick={() => setAll(true)}>
                  {say([`再看 ${list.length - shownAtFirst} 处`, `${list.length - shownAtFirst} more`])}
                </button>
              ) : null}
            </Stack>
          </Notice>
        )
      }
    </PanelState>
  );
}
