import { useText } from "../language.ts";
import type { RegisterOptions, StepProps } from "./register-draft.ts";

interface TickListProps {
  readonly legend: string;
  readonly choices: NonNullable<RegisterOptions["categories"]>;
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

function TickList({ legend, choices, chosen, onChange }: TickListProps) {
  return (
    <fieldset className="s-choice">
      <legend className="s-label">{legend}</legend>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((value) => value !== id))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Step 3: what the company wants to deliver, to whom, and its consent to the terms of this version. */
export function RegisterWishes({ draft, change, options, error }: StepProps) {
  const t = useText();
  return (
    <>
      {options.categories?.length ? (
        <TickList
          legend={t(["意向品类", "Preferred categories"])}
          choices={options.categories}
          chosen={draft.wantedCategoryIds}
          onChange={(wantedCategoryIds) => change({ wantedCategoryIds })}
        />
      ) : null}
      {options.organisations?.length ? (
        <TickList
          legend={t(["意向组织", "Preferred organisation"])}
          choices={options.organisations}
          chosen={draft.wantedOrgIds}
          onChange={(wantedOrgIds) => change({ wantedOrgIds })}
        />
      ) : null}
      {options.terms ? (
        <details className="s-field s-terms">
          <summary>{t([`条款全文（${options.terms.version}）`, `Full terms (${options.terms.version})`])}</summary>
          <p className="s-hint">{options.terms.text}</p>
        </details>
      ) : null}
      <label className="s-check">
        <input type="checkbox" checked={draft.agreed} onChange={(event) => change({ agreed: event.target.checked })} />
        {t(["我已阅读并同意隐私与廉洁条款", "I have read and agree to the privacy and integrity terms"])}
      </label>
      {error === null ? null : (
        <span className="s-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
