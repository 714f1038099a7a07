import { ChevronRight, FlaskConical } from "lucide-react";
import { useText } from "../language.ts";
import type { DemoAccount, Handshake } from "../session.ts";

interface DemoRolesProps {
  readonly demo: NonNullable<Handshake["demo"]>;
  readonly busy: string | null;
  onPick(account: DemoAccount): void;
}

/** One press signs in as a role; the block exists only where the installation is marked as a demonstration. */
export function DemoRoles({ demo, busy, onPick }: DemoRolesProps) {
  const t = useText();
  const firsts = demo.accounts.map((account) => t(account.label).slice(0, 1));
  // two Chinese roles often begin alike; their third character tells them apart
  const letter = (label: string): string =>
    (firsts.filter((value) => value === label.slice(0, 1)).length > 1 && /\p{Script=Han}/u.test(label) ? label.slice(2, 3) : "") ||
    label.slice(0, 1);
  return (
    <section className="s-demo" aria-labelledby="demo-title">
      <header>
        <FlaskConical size={14} aria-hidden />
        <strong id="demo-title">{t(["演示环境", "Demo"])}</strong>
        <span>{t(["点一下，以该角色进入", "one click signs you in as that role"])}</span>
      </header>
      <ul>
        {demo.accounts.map((account, i) => (
          <li key={account.userName}>
            <button
              type="button"
              title={`${t(account.label)} · ${t(account.hint)}`}
              onClick={() => onPick(account)}
              disabled={busy !== null}
              aria-busy={busy === account.userName}
            >
              <i aria-hidden style={{ background: `var(--c-role-${(i % 5) + 1})` }}>
                {letter(t(account.label))}
              </i>
              <span>
                <b>{t(account.label)}</b>
                <small>{t(account.hint)}</small>
              </span>
              {busy === account.userName ? <span className="s-spin" aria-hidden /> : <ChevronRight size={15} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
