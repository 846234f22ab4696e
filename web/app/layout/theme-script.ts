/**
 * Runs before the first paint, so that a stored dark mode never flashes light. The system's preference is not asked.
 * `?docusaurus-theme=` and `?theme=` choose a mode for one visit, for screenshots and checks.
 */
export const themeScript = `(function(d){try{var q=new URLSearchParams(location.search),t=q.get('theme')||q.get('docusaurus-theme')||localStorage.getItem('theme');if(t==='dark'||t==='light')d.dataset.theme=t}catch(e){}d.classList.add('js')})(document.documentElement)`;
