import { Check } from "lucide-react";
import { useEffect } from "react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { Brand, BRAND_NAME } from "./Brand.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { PublicLink } from "./PublicLink.tsx";

interface WizardFrameProps {
  readonly title: Text;
  readonly steps: readonly Text[];
  readonly at: number;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The frame of a public page that is walked step by step. */
export function WizardFrame({ title, steps, at, wide, children }: WizardFrameProps) {
  const t = useText();
  const name = t(title);
  useEffect(() => {
    document.title = `${name} · ${BRAND_NAME}`;
  }, [name]);
  return (
    <div className="s-wizard">
      <header className="s-wizard-head">
        <PublicLink to="/login" className="s-login-brand">
          <Brand size={26} />
          <strong>{BRAND_NAME}</strong>
        </PublicLink>
        <LanguageSwitch />
      </header>
      <main className="s-wizard-body" data-wide={wide}>
        <h1>{name}</h1>
        {steps.length > 0 ? (
          <ol className="s-steps">
            {steps.map((step, i) => (
              <li key={step[1]} aria-current={i === at ? "step" : undefined} data-done={i < at}>
                <i aria-hidden>{i < at ? <Check size={13} /> : i + 1}</i>
                <span>{t(step)}</span>
              </li>
            ))}
          </ol>
        ) : null}
        {children}
      </main>
    </div>
  );
}
