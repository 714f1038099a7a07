import { Building2, Ticket } from "lucide-react";
import { isCreditCode } from "../../credit-code.ts";
import { useText } from "../language.ts";
import { Captcha } from "./Captcha.tsx";
import { Entry } from "./Entry.tsx";
import type { StepProps } from "./register-draft.ts";

/** Step 1: which company registers; the answer says only whether it can go on, nothing of existing suppliers. */
export function RegisterCompany({ draft, change, options, captcha, setCaptcha, turn, error }: StepProps) {
  const t = useText();
  const mainland = draft.supplierNature === "MAINLAND";
  const wrongCode = mainland && draft.uscc.length === 18 && !isCreditCode(draft.uscc);
  return (
    <>
      <Entry
        label={t(["邀请码", "Invite code"])}
        value={draft.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
        icon={<Ticket size={15} aria-hidden />}
        hint={
          options.inviteRequired
            ? t(["本系统仅受理受邀注册", "Only invited companies may register"])
            : t(["没有可不填", "Leave empty if you have none"])
        }
        star={options.inviteRequired === true}
        required={options.inviteRequired === true}
      />
      <fieldset className="s-choice">
        <legend className="s-label">{t(["企业所在地", "Company seat"])}</legend>
        {(["MAINLAND", "OVERSEAS"] as const).map((nature) => (
          <label key={nature}>
            <input
              type="radio"
              name="nature"
              checked={draft.supplierNature === nature}
              onChange={() => change({ supplierNature: nature })}
            />
            {nature === "MAINLAND" ? t(["中国内地", "Mainland China"]) : t(["境外", "Overseas"])}
          </label>
        ))}
      </fieldset>
      {!mainland && options.countries ? (
        <div className="s-field">
          <label className="s-label" htmlFor="country" data-required>
            {t(["国家或地区", "Country or region"])}
          </label>
          <div className="s-box">
            <select id="country" value={draft.countryId} onChange={(event) => change({ countryId: event.target.value })} required>
              <option value="" />
              {options.countries.map((country) => (
                <option key={country.id} value={country.id}>
                  {country.name}
                </option>
              ))}
            </select>
          </div>
        </div>
      ) : null}
      <Entry
        label={t(["企业名称", "Company name"])}
        value={draft.companyName}
        onChange={(companyName) => change({ companyName })}
        icon={<Building2 size={15} aria-hidden />}
        autoComplete="organization"
        maxLength={200}
        star
        required
      />
      {mainland ? (
        <Entry
          label={t(["统一社会信用代码", "Unified social credit code"])}
          value={draft.uscc}
          onChange={(text) => change({ uscc: text.toUpperCase().trim().slice(0, 18) })}
          error={wrongCode ? t(["统一社会信用代码校验位错误", "Credit code check digit is wrong"]) : null}
          autoComplete="off"
          star
          required
        />
      ) : (
        <Entry
          label={t(["税号", "Tax number"])}
          value={draft.taxNo}
          onChange={(taxNo) => change({ taxNo })}
          maxLength={40}
          autoComplete="off"
          star
          required
        />
      )}
      <Captcha value={captcha} onChange={setCaptcha} turn={turn} error={error} />
    </>
  );
}
