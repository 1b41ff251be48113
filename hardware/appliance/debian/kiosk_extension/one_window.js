// The screen shows one page: what a key or a menu of the browser opens besides is closed at once.

async function keepTheFirst() {
  const tabs = await chrome.tabs.query({});
  const first = Math.min(...tabs.map((tab) => tab.id));
  await chrome.tabs.remove(tabs.map((tab) => tab.id).filter((id) => id !== first));
}

chrome.tabs.onCreated.addListener(keepTheFirst);
