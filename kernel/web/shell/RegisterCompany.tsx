import { Building2, Ticket } from "lucide-react";
import { isCreditCode } from "../../credit-code.ts";
import { useText } from "../language.ts";
import { Captcha } from "./Captcha.tsx";
import { Entry } from "./Entry.tsx";
import type { Nature, StepProps } from "./register-draft.ts";
import type { Text } from "../../text.ts";

const natures: readonly (readonly [Nature, Text])[] = [
  ["MAINLAND", ["中国内地", "Mainland China"]],
  ["HKMT", ["港澳台", "Hong Kong, Macao, Taiwan"]],
  ["OVERSEAS", ["境外", "Overseas"]],
];

/** Step 1: which company registers; the answer says only whether it can go on, nothing of existing suppliers. */
export function RegisterCompany({ draft, change, options, captcha, setCaptcha, turn, error, invited, registered }: StepProps) {
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
          invited
            ? t([`受邀企业：${invited.companyName}`, `Invited company: ${invited.companyName}`])
            : options.inviteRequired
              ? t(["本系统仅受理受邀注册", "Only invited companies may register"])
              : t(["没有可不填", "Leave empty if you have none"])
        }
        star={options.inviteRequired === true}
        required={options.inviteRequired === true}
      />
      <fieldset className="s-choice">
        <legend className="s-label">{t(["企业所在地", "Company location"])}</legend>
        {natures.map(([nature, name]) => (
          <label key={nature}>
            <input
              type="radio"
              name="nature"
              checked={draft.supplierNature === nature}
              onChange={() => change({ supplierNature: nature })}
            />
            {t(name)}
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
      {draft.supplierNature === "OVERSEAS" ? (
        <Entry
          label={t(["企业英文名称", "Company name in English"])}
          value={draft.companyNameEn}
          onChange={(companyNameEn) => change({ companyNameEn })}
          maxLength={200}
          star
          required
        />
      ) : null}
      {mainland ? (
        <Entry
          label={t(["统一社会信用代码", "Unified social credit code"])}
          value={draft.uscc}
          onChange={(text) => change({ uscc: text.toUpperCase().trim().slice(0, 18) })}
          error={wrongCode ? t(["统一社会信用代码校验位错误", "Credit code check digit is wrong"]) : null}
          hint={registered ? t([`工商登记：${registered}`, `In the company register: ${registered}`]) : null}
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
