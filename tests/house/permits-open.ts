/** Why some records are not narrowed by permits although they name an organisation, a category or an item. */
const grants = "what people may see is kept by administrators, who are limited by their own rules";
const reference = "reference data that every organisation works with";
const own = "rows of the person's own; what they lead to is judged when it is opened";
const letters = "announcements and letters say themselves whom they are for; no amounts of documents";
const approvals = "approvals are judged by who decides (workflow/acting.ts), and their document by its own permits when it is opened";
const suppliers =
  "suppliers are shared by all organisations: their file, standing and measures must be known to whoever deals with them; no amounts of documents";
const introductions =
  "about the supplier as a whole: the registration or introduction it belongs to is judged by its own lines; no amounts of documents";

const contracts = "a term of a contract, seen with the contract by its organisation; the items only say which receipts count";

const changes = "a document about a contract, seen by the people of its organisation who see the contract; it names no goods of its own";

const offsets = "money of a supplier as a whole, kept by finance for its organisation; it names no goods of its own";

/** By entity and dimension. */
export const openRecords: Readonly<Record<string, string>> = {
  "BaseUsers.orgs": grants,
  "BaseUserOrgPermit.orgs": grants,
  "BaseUserCategoryPermit.categories": grants,
  "BaseUserMaterialPermit.categories": grants,
  "BaseUserMaterialPermit.items": grants,
  "BaseResponsibility.orgs": grants,
  "BaseResponsibility.categories": grants,
  "BaseResponsibility.items": grants,
  "BaseRespOrg.orgs": grants,
  "BaseRespCategory.categories": grants,
  "BaseRespMaterial.categories": grants,
  "BaseRespMaterial.items": grants,
  "BaseLookupTypes.orgs": reference,
  "BaseLookupValues.orgs": reference,
  "SrmBasePurchaseCategory.orgs": reference,
  "SrmBaseCategoryBuyer.orgs": reference,
  "SrmBaseCategoryBuyer.categories": reference,
  "SrmBaseCategoryAttribute.categories": reference,
  "SrmBaseAuctionItemCategory.categories": reference,
  "SrmBaseConfigProfile.orgs": reference,
  "SrmBaseConfigProfile.categories": reference,
  "SrmBasePurchaseBillType.orgs": reference,
  "SrmCctTemplate.orgs": reference,
  "SrmCctSignOrgAccount.orgs": "accounts of companies, kept by legal for all organisations; no amounts of documents",
  "SrmCctSignCallback.categories": "the provider's reports, read by whoever keeps the accounts of its organisation",
  "SrmCctSignCallback.items": "the provider's reports, read by whoever keeps the accounts of its organisation",
  "BpmRole.orgs": reference,
  "BpmRole.categories": reference,
  "BpmRoleMember.orgs": reference,
  "BpmRoleMember.categories": reference,
  "SrmSlcIntroduceScenes.orgs": reference,
  "SrmSlcIntroduceScenes.categories": reference,
  "SrmSlcQualificationRequire.categories": reference,
  "SrmBaseInsidePending.orgs": own,
  "BpmTodo.orgs": own,
  "BpmHandled.orgs": own,
  "BpmCopied.orgs": own,
  "SrmBaseSupplierPending.orgs": letters,
  "SrmBaseNotice.orgs": letters,
  "SrmBaseNotification.orgs": letters,
  "SrmBaseNotificationReceiver.orgs": letters,
  "SrmBaseCommonFile.orgs": letters,
  "SrmBaseCommonFile.categories": letters,
  "BaseArticle.orgs": letters,
  "BpmInstance.orgs": approvals,
  "BpmFreeForm.orgs": approvals,
  "SrmSupInfo.orgs": suppliers,
  "SrmSupInfo.categories": suppliers,
  "SrmSupCategories.orgs": suppliers,
  "SrmSupCategories.categories": suppliers,
  "SrmSupQualification.categories": suppliers,
  "SrmSupControl.orgs": suppliers,
  "SrmSupControl.categories": suppliers,
  "SrmSupControl.items": suppliers,
  "SrmSupContact.orgs": suppliers,
  "SrmSupContact.categories": suppliers,
  "SrmSupBrand.categories": suppliers,
  ...Object.fromEntries(
    ["SrmCctSubFlow", "SrmCctAlteration", "SrmCctTermination", "SrmCctVoid", "SrmCctAssetAcceptance", "SrmCctAssetLine"].flatMap((name) => [
      [`${name}.categories`, changes],
      [`${name}.items`, changes],
    ]),
  ),
  "SrmRcnDeductions.categories": offsets,
  "SrmRcnDeductions.items": offsets,
  "SrmRcnAdvanceApply.categories": offsets,
  "SrmRcnAdvanceApply.items": offsets,
  "SrmCctMoldSampleRefund.categories": contracts,
  "SrmCctMoldSampleRefund.items": contracts,
  "SrmSupIndirect.categories": suppliers,
  "SrmSlcSupplierBlacklist.orgs": suppliers,
  "SrmSlcSupplierLead.orgs": suppliers,
  "SrmSlcSupplierLead.categories": suppliers,
  "SrmSupRegisterInvite.categories": suppliers,
  "SrmSupRegister.orgs": suppliers,
  "SrmSupRegisterCompany.categories": suppliers,
  "SrmSlcDailyManage.orgs": suppliers,
  "SrmSlcDailyManageLine.orgs": suppliers,
  "SrmSlcSupplierQuit.orgs": suppliers,
  "SrmSlcSupplierQuit.categories": suppliers,
  "SrmSupRegisterCert.categories": introductions,
  "SrmSupRegisterBrand.categories": introductions,
  "SrmSupRegisterIndirect.categories": introductions,
  "SrmSlcInspectPlan.categories": introductions,
  "SrmSlcInspectPlanLine.categories": introductions,
  "SrmSlcLocaleInspect.categories": introductions,
  "SrmSlcAgreementSigning.categories": introductions,
};
