const identifier = "an identifier, written alike in every language";
const own = "a person's own words, which that person alone reads";
const asRegistered = "the registered name of a company that is no supplier yet: evidence is compared with it letter by letter";
const asStated = "what the supplier states of itself, shown on its own file only";
const inDocument = "words of one document, whose author writes them once";

/** Names of records that people write and that have no English half, and why. */
export const inOneLanguage: Readonly<Record<string, string>> = {
  "BaseUsers.userName": identifier,
  "BaseSodRule.resourceA": identifier,
  "BaseLookupTypes.lookupType": identifier,
  "SrmBaseTableConfig.tableName": identifier,
  "BaseUserSsoLink.subject": identifier,
  "BaseApi.path": identifier,
  "BaseTableModel.entity": identifier,
  "SrmBaseNoticeConfigReceiver.ruleValue": identifier,
  "BaseOauthApp.appName": "the product name of a partner's system",
  "BaseRuleTestCase.caseName": "named by whoever proves a rule, shown beside that rule only",
  "BaseTableSearch.schemeName": own,
  "BaseFavourite.title": own,
  "BaseFavouriteStarter.title": "copied into favourites that each person renames",
  "SrmBaseNoticeReceiver.receiverName": "the receiver's own name at the time, beside the reference that is shown",
  "BpmFreeForm.subject": inDocument,
  "SrmSlcInspectPlan.planName": inDocument,
  "SrmSlcLocaleInspectFinding.description": inDocument,
  "SrmSlcAgreementSigningDetail.agreementName": "the title of a paper as both sides signed it",
  "SrmSlcLocaleInspectItem.section": "heading of a score sheet, taken from the template with the items below it",
  "SrmSlcSampleTrialTest.testItem": inDocument,
  "SrmPurProductionPlanLine.stepName": "the supplier's own step of work, told about one order",
  "SrmPurOrderExpandHead.invoiceTitle": "the legal name that tax law wants on an invoice",
  "SrmSupAccount.accountName": "the holder as the bank knows it: payments fail with any other spelling",
  "SrmSupAccount.branchName": "the branch as the bank's register has it",
  "SrmSupRegisterAccount.accountName": "the holder as the bank knows it: payments fail with any other spelling",
  "SrmSupDevice.deviceName": asStated,
  "SrmSupDevice.model": identifier,
  "SrmSupIndirect.indirectName": asStated,
  "SrmSupCustomer.customerName": asStated,
  "SrmSupCustomer.product": asStated,
  "SrmSupRegisterDevice.deviceName": asStated,
  "SrmSupRegisterIndirect.indirectName": asStated,
  "SrmSupRegisterCustomer.customerName": asStated,
  "SrmSlcSupplierBlacklist.companyName": asRegistered,
  "SrmSlcSupplierBlacklistRelated.companyName": asRegistered,
  "SrmSlcSupplierLead.companyName": asRegistered,
  "SrmSupRegisterInvite.companyName": asRegistered,
  "SrmSupRegister.companyName": asRegistered,
  "SrmSupRegisterCompany.name": asRegistered,
};
